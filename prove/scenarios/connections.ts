import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Line, Scenario } from '../scenario.ts'
import { until } from '../timed.ts'

const KILLS = 10
const CALLERS = 12
/** Milliseconds between two requests of a caller: the machine is to start processes beside them. */
const PAUSE_MS = 20
/** Milliseconds after which a caller that has neither a reply nor a reset counts as one that hangs. */
const SILENT_MS = 20_000
const BEFORE_MS = 300
const AFTER_MS = 300
const REPLACED_MS = 180_000

type Outcome = 'reply' | 'reset' | 'silence'

/** One request on a connection of its own. */
const callOnce = (url: string): Promise<Outcome> =>
  new Promise((resolve) => {
    const sent = request(url, { agent: false, timeout: SILENT_MS }, (response) => {
      response.resume()
      response.once('end', () => resolve('reply'))
      response.once('error', () => resolve('reset'))
    })
    sent.once('timeout', () => {
      resolve('silence')
      sent.destroy()
    })
    sent.once('error', () => resolve('reset'))
    sent.end()
  })

/** Callers that open a connection for each request until they are stopped. */
const openCallers = (url: string) => {
  const outcomes: Record<Outcome, number> = { reply: 0, reset: 0, silence: 0 }
  const state = { stopping: false }
  const calling = Array.from({ length: CALLERS }, async () => {
    for (; !state.stopping; await sleep(PAUSE_MS)) outcomes[await callOnce(url)] += 1
  })
  return {
    outcomes,
    stop: async () => {
      state.stopping = true
      await Promise.all(calling)
    },
  }
}

/** A connection that is on its way to a process that dies is reset, so that its caller tries again at once. */
export const openingConnections: Scenario = {
  name: 'a worker is killed while connections open',
  what: `${CALLERS} callers open a connection for each request, and one of two serving processes (WEB_CONCURRENCY=2) is killed ${KILLS} times: what was on its way to it is reset, and nothing hangs.`,
  options: { processes: 2 },
  impossible: () => (process.platform === 'linux' ? undefined : 'The processes of a server are found in /proc.'),
  run: async ({ installation }) => {
    const callers = openCallers(`${installation.server().url}/healthz`)
    for (let kill = 0; kill < KILLS; kill++) {
      const [victim] = installation.workers()
      if (victim === undefined) throw new Error('no serving process was found')
      await sleep(BEFORE_MS)
      process.kill(victim, 'SIGKILL')
      await sleep(AFTER_MS)
      const isReplaced = (): boolean => !installation.workers().includes(victim) && installation.serving() === 2
      await until('another one serves', () => Promise.resolve(isReplaced()), REPLACED_MS)
    }
    await callers.stop()
    const { reply, reset, silence } = callers.outcomes
    const line: Line = {
      what: 'connections are reset, and none hangs',
      holds: silence === 0 && reply > 0,
      note: `${reply} replies, ${reset} resets, ${silence} without anything for ${SILENT_MS / 1000} s, in ${KILLS} kills`,
    }
    return [line]
  },
}
