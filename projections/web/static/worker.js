// Shows what the service pushes to this device, also while no page of it is open.
"use strict";

self.addEventListener("push", (event) => {
  const told = event.data.json();
  event.waitUntil(self.registration.showNotification(told.title,
    { body: told.text, tag: told.tag, icon: "/static/icon-192.png", data: told.url }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});
