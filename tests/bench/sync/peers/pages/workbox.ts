// The page of workbox-background-sync: it posts as if there were no queue; its service worker queues what
// fails (peers/pages/workbox-sw.ts).
const ask = (message: unknown) =>
  new Promise<unknown>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data)
    navigator.serviceWorker.controller?.postMessage(message, [port2])
  })

async function untilControlled(): Promise<void> {
  await navigator.serviceWorker.register(`/bench/workbox-sw.js${location.search}`, {
    type: 'module',
    scope: '/bench/',
  })
  await navigator.serviceWorker.ready
  if (navigator.serviceWorker.controller) return
  await new Promise((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  )
}

globalThis.contender = {
  open: untilControlled,
  keep: async (key) => {
    const response = await fetch('/receipts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key, amount: '500.00' }),
    })
    if (!response.ok) throw new Error(`answered ${response.status}`)
  },
  held: async () => (await ask('held')) as string[],
}

export {}
