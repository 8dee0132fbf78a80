import type { Scenario, Line } from '../scenario.ts'
import { timed, until } from '../timed.ts'

/** The steps of a purchase and of what follows, in the words of the crowd's requests. */
export const STEPS = ['reserve', 'details', 'payment', 'order', 'cancel', 'scan'] as const

const BETWEEN = 5

/** SIGKILL to the only server while a request of each step is on its way. */
export const serverKilled: Scenario = {
  name: 'a server is killed at every step',
  what: 'kill -9 of the only server in the middle of a reservation, details, the start of a payment, a look at an order, a cancellation and a scan; it is started again each time.',
  run: async ({ installation, crowd }) => {
    const lines: Line[] = []
    for (const step of STEPS) {
      await crowd.requests.sending(step)
      await installation.server().kill()
      const ready = await timed(() => installation.restart())
      const sold = await crowd.untilBought(BETWEEN)
      lines.push({
        what: `killed in the middle of: ${step}`,
        holds: true,
        note: `ready ${(ready / 1000).toFixed(1)} s after the start, ${BETWEEN} orders ${(sold / 1000).toFixed(1)} s later`,
      })
    }
    return lines
  },
}

const hasProcesses = (): string | undefined =>
  process.platform === 'linux' ? undefined : 'The processes of a server are found in /proc.'

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** SIGKILL to one of two serving processes, again and again. */
export const workerKilled: Scenario = {
  name: 'a worker is killed at every step',
  what: 'kill -9 of one of two serving processes (WEB_CONCURRENCY=2) at every step; the other one sells on.',
  options: { processes: 2 },
  impossible: hasProcesses,
  run: async ({ installation, crowd }) => {
    const lines: Line[] = []
    for (const step of STEPS) {
      const [victim] = installation.workers()
      if (victim === undefined) throw new Error('no serving process was found')
      await crowd.requests.sending(step)
      process.kill(victim, 'SIGKILL')
      const sold = await crowd.untilBought(BETWEEN)
      const replaced = await timed(async () => {
        while (installation.workers().length < 2 || installation.workers().includes(victim))
          await new Promise((resolve) => setTimeout(resolve, 50))
      })
      lines.push({
        what: `killed in the middle of: ${step}`,
        holds: true,
        note: `${BETWEEN} orders within ${(sold / 1000).toFixed(1)} s, replaced ${(replaced / 1000).toFixed(1)} s after that`,
      })
    }
    return lines
  },
}

const STOPPED_MS = 40_000

/** Each serving process is stopped and replaced while the others serve, as when a new version is put in place. */
export const workersReplaced: Scenario = {
  name: 'servers are replaced one after another',
  what: 'each of two serving processes gets SIGTERM in the middle of the sale, finishes its requests and is replaced; no request is refused for it.',
  options: { processes: 2 },
  impossible: hasProcesses,
  run: async ({ installation, crowd }) => {
    const lines: Line[] = []
    const statuses = (pattern: RegExp) => [...crowd.requests.statuses()].filter(([name]) => pattern.test(name))
    for (const [place, worker] of installation.workers().entries()) {
      process.kill(worker, 'SIGTERM')
      const replaced = await until(
        'the process is replaced',
        async () => installation.workers().length === 2 && !installation.workers().includes(worker),
        STOPPED_MS,
      )
      const sold = await crowd.untilBought(BETWEEN)
      lines.push({
        what: `process ${place + 1} is replaced`,
        holds: true,
        note: `after ${(replaced / 1000).toFixed(1)} s, ${BETWEEN} orders within ${(sold / 1000).toFixed(1)} s`,
      })
    }
    const refused = statuses(/ 503\b/)
    const cut = statuses(/ 0\b/).reduce((sum, [, times]) => sum + times, 0)
    return [
      ...lines,
      {
        what: 'no request was refused for it',
        holds: refused.length === 0,
        // Connections that wait to be accepted when a socket closes are reset; their requests are repeated.
        note: `${refused.length} refused; ${cut} cut off and repeated`,
      },
    ]
  },
}

const WORKERS_END_MS = 45_000

/** The process that the service manager knows is killed; its serving processes must not stay behind on the port. */
export const primaryKilled: Scenario = {
  name: 'the primary process is killed',
  what: 'kill -9 of the process that starts the serving processes (WEB_CONCURRENCY=2): they finish what they do and end, and the service manager starts it again.',
  options: { processes: 2 },
  impossible: hasProcesses,
  run: async ({ installation, crowd }) => {
    const lines: Line[] = []
    for (const time of ['first', 'second']) {
      const workers = installation.workers()
      await crowd.requests.sending('payment')
      await installation.server().kill()
      const ended = await until('its processes end', () => Promise.resolve(!workers.some(isRunning)), WORKERS_END_MS)
      const ready = await timed(() => installation.restart())
      const sold = await crowd.untilBought(BETWEEN)
      lines.push({
        what: `${time} time`,
        holds: true,
        note: `its processes ended after ${(ended / 1000).toFixed(1)} s; ready ${(ready / 1000).toFixed(1)} s after the start, ${BETWEEN} orders ${(sold / 1000).toFixed(1)} s later`,
      })
    }
    return lines
  },
}
