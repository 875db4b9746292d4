// Shows the service's push notifications on this device, even if none of its pages is open.
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
