"""The places that a registered data set is read from: this installation, a folder, the cache, the network."""
