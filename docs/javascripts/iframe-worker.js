// Browsers start no worker for a page that is read from a folder. There the script of the search runs in a
// hidden frame instead, so that the site needs no server. (The name keeps the theme from loading another one.)
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const home = new URL(url, document.baseURI);
      const inside = (this.inside = frame.contentWindow);
      // What the script posts, the page gets.
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = (...urls) => urls.reduce((before, each) => before.then(() => load(each)), Promise.resolve());
      const load = (src) =>
        new Promise((done) => {
          const script = inside.document.createElement("script");
          script.src = new URL(src, home).href;
          script.onload = done;
          inside.document.body.append(script);
        });
      this.ready = load(home.href);
    }
    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new this.inside.MessageEvent("message", { data })));
    }
    terminate() {}
  };
}

// A search for an option finds it by its name: the dashes before it would mean "without".
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message) {
  const asked = message.data;
  post.call(this, typeof asked === "string" ? { ...message, data: asked.replace(/(^|\s)--(?=\w)/g, "$1") } : message);
};
