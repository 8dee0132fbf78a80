import type { Scenario, Line } from '../scenario.ts'
import { timed } from '../timed.ts'

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
