import { growthLines, takeSamples } from '../samples.ts'
import type { Scenario } from '../scenario.ts'

const SOAK_SECONDS = 120
const SAMPLE_MS = 1000

const needsProc = (): string | undefined =>
  process.platform === 'linux' ? undefined : 'Memory and open files of a process are read in /proc.'

/** An ordinary sale that goes on. */
export const soak: Scenario = {
  name: 'a soak shows no growth',
  what: `the crowd goes on for ${SOAK_SECONDS / 60} minutes (or --minutes), and memory, open files, connections, write-ahead log and files stay as they are.`,
  isLong: true,
  impossible: needsProc,
  run: async (scene, seconds = SOAK_SECONDS) => {
    const stop = AbortSignal.timeout(seconds * 1000)
    const before = scene.crowd.bought()
    const samples = await takeSamples(scene.installation, { every: SAMPLE_MS, signal: stop })
    const orders = scene.crowd.bought() - before
    return [
      { what: 'it sells all the time', holds: orders > 0, note: `${orders} orders in ${seconds} s` },
      ...growthLines(samples, ['memory', 'handles', 'connections', 'wal', 'files']),
    ]
  },
}
