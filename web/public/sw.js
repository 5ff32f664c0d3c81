// Shows what is pushed while no page is open, and opens the table it is about. It keeps nothing: the page itself comes from the server.
self.addEventListener("push", (event) => {
  const said = event.data?.json() ?? {};
  event.waitUntil(
    self.registration.showNotification(said.title ?? "Grand Harbour", { body: said.text, tag: said.tag, icon: "/icon.svg", data: said.url }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data || "/", self.location.origin);
  if (url.origin !== self.location.origin) return;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((open) => {
      const there = open.find((it) => new URL(it.url).pathname === url.pathname);
      return there ? there.focus() : self.clients.openWindow(url.href);
    }),
  );
});
