import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRequests } from '../requests.ts'
import type { Line, Scenario, Scene } from '../scenario.ts'
import { until } from '../timed.ts'

const RESETS = 8
const BETWEEN_MS = 700
const STALL_MS = 8000
const DELAY_MS = 400
const SLOW_MS = 10_000
const AFTERWARDS = 10
/** Orders of somebody whose connection works. */
const OTHERS = 10
const OTHERS_MS = 10_000
const HALF_SENT = 500
const READY_MS = 10_000

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

const sellsAgain = async ({ installation, crowd }: Scene): Promise<Line> => {
  const sold = await crowd.untilBought(AFTERWARDS)
  return {
    what: 'its buyers go on by themselves',
    holds: !installation.server().hasEnded() && (await installation.isReady()),
    note: `${AFTERWARDS} orders within ${seconds(sold)} after the end of it`,
  }
}

/** Somebody with another connection reserves meanwhile. */
const othersReserve = async ({ installation, stage }: Scene): Promise<Line> => {
  const requests = openRequests(installation.server().url)
  const body = { event_uuid: stage.event, items: [{ events_ticket_uuid: stage.card, quantity: 1 }] }
  const began = performance.now()
  let reserved = 0
  for (let number = 0; number < OTHERS; number++) {
    const reply = await requests.decide('reserve', '/v1/public/orders', { method: 'POST', body })
    if (reply?.status === 201) reserved += 1
  }
  const took = performance.now() - began
  requests.close()
  return {
    what: 'others are served meanwhile',
    holds: reserved === OTHERS && took < OTHERS_MS,
    note: `${reserved} reservations one after another in ${seconds(took)}`,
  }
}

export const buyersReset: Scenario = {
  name: 'connections of buyers are reset',
  what: `every connection between buyers and the server is reset, ${RESETS} times in the middle of purchases: requests or their replies are lost.`,
  options: { hasVisitorProxy: true },
  run: async (scene) => {
    const visitors = scene.installation.visitors()
    for (let time = 0; time < RESETS; time++) {
      visitors.reset()
      await sleep(BETWEEN_MS)
    }
    // And each at a moment when the request has been sent and the reply has not come.
    for (const step of ['reserve', 'payment', 'cancel', 'scan']) {
      await scene.crowd.requests.sending(step)
      await sleep(2)
      visitors.reset()
    }
    const broken = [...scene.crowd.requests.statuses()].filter(([name]) => name.endsWith(' 0'))
    const count = broken.reduce((sum, [, times]) => sum + times, 0)
    return [
      { what: 'requests were cut and sent again', holds: count > 0, note: `${count} requests` },
      await sellsAgain(scene),
    ]
  },
}

export const buyersStalled: Scenario = {
  name: 'connections of buyers stall',
  what: `for ${STALL_MS / 1000} seconds nothing passes between the buyers of one network and the server, and nothing is closed.`,
  options: { hasVisitorProxy: true },
  buyers: 40,
  run: async (scene) => {
    const visitors = scene.installation.visitors()
    visitors.passing = 'stall'
    const began = Date.now()
    const others = await othersReserve(scene)
    await sleep(Math.max(0, STALL_MS - (Date.now() - began)))
    visitors.passing = 'pass'
    return [others, await sellsAgain(scene)]
  },
}

export const buyersSlow: Scenario = {
  name: 'connections of buyers are slow',
  what: `for ${SLOW_MS / 1000} seconds each piece of a request or a reply takes ${DELAY_MS} ms longer.`,
  options: { hasVisitorProxy: true },
  buyers: 40,
  run: async (scene) => {
    const visitors = scene.installation.visitors()
    const before = scene.crowd.bought()
    visitors.passing = { delay: DELAY_MS }
    const others = await othersReserve(scene)
    await sleep(SLOW_MS)
    const meanwhile = scene.crowd.bought() - before
    visitors.passing = 'pass'
    return [
      { what: 'slow buyers are served as well', holds: meanwhile > 0, note: `${meanwhile} orders meanwhile` },
      others,
      await sellsAgain(scene),
    ]
  },
}

/** A connection on which half a request comes and nothing else. */
const halfSent = (port: number): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        'POST /api/v1/public/orders HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 500\r\n\r\n{"event_uuid":',
      )
      resolve(socket)
    })
    socket.on('error', () => resolve(socket))
    socket.resume()
  })

export const requestsHalfSent: Scenario = {
  name: 'requests are never finished',
  what: `${HALF_SENT} callers open a connection, send half a reservation, and nothing more.`,
  run: async (scene) => {
    const port = Number(new URL(scene.installation.server().url).port)
    const sockets = await Promise.all(Array.from({ length: HALF_SENT }, () => halfSent(port)))
    const others = await othersReserve(scene)
    const ready = await until('ready', scene.installation.isReady, READY_MS)
    const sold = await scene.crowd.untilBought(AFTERWARDS)
    for (const socket of sockets) socket.destroy()
    return [
      others,
      {
        what: 'it sells meanwhile',
        holds: !scene.installation.server().hasEnded(),
        note: `${AFTERWARDS} orders within ${seconds(sold)}, ready within ${seconds(ready)}`,
      },
    ]
  },
}
