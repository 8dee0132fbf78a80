import { openCrowd, openStage } from './crowd.ts'
import type { Line, Scenario, Scene } from './scenario.ts'
import { openInstallation } from './installation.ts'
import { checkInvariants } from './invariants.ts'

export interface Proof {
  readonly name: string
  readonly what: string
  readonly lines: readonly Line[]
  /** Why it was not tried. */
  readonly skipped?: string
  readonly seconds: number
  /** The log of the server, when a line does not hold. */
  readonly log?: string
}

const BUYERS = 6
/** Orders before anything breaks and after everything is mended, so that both states are seen to sell. */
const BEFORE = 15
const AFTER = 15

export const holds = ({ lines }: Proof): boolean => lines.every((line) => line.holds)

const failure = (error: unknown): Line => ({
  what: 'the scenario is survived',
  holds: false,
  note: error instanceof Error ? error.message.slice(0, 500) : String(error),
})

/** Lets a crowd buy, breaks something, mends it, and counts. */
const runScenario = async (scenario: Scenario, seconds?: number): Promise<Pick<Proof, 'lines' | 'log'>> => {
  const installation = await openInstallation(scenario.options)
  try {
    const stage = await openStage(installation)
    const crowd = openCrowd(installation, stage, scenario.buyers ?? BUYERS)
    const later: (() => Promise<readonly Line[]>)[] = []
    const scene: Scene = { installation, stage, crowd, afterwards: (count) => void later.push(count) }
    const lines: Line[] = []
    try {
      await crowd.untilBought(BEFORE)
      lines.push(...(await scenario.run(scene, seconds)))
      const took = await crowd.untilBought(AFTER)
      lines.push({ what: 'it sells again', holds: true, note: `${AFTER} orders in ${(took / 1000).toFixed(1)} s` })
    } catch (error) {
      lines.push(failure(error))
    }
    await crowd.stop()
    try {
      lines.push(...(await checkInvariants(scene)))
      for (const count of later) lines.push(...(await count()))
    } catch (error) {
      lines.push(failure(error))
    }
    return { lines, ...(lines.some((line) => !line.holds) && { log: installation.log() }) }
  } finally {
    await installation.close()
  }
}

/** Proves that one scenario is survived: nothing lost, nothing doubled, nothing oversold, and sales go on. */
export const prove = async (scenario: Scenario, longFor?: number): Promise<Proof> => {
  const { name, what } = scenario
  const skipped = scenario.impossible?.()
  if (skipped !== undefined) return { name, what, lines: [], skipped, seconds: 0 }
  const began = performance.now()
  const outcome = await runScenario(scenario, longFor)
  return { name, what, ...outcome, seconds: (performance.now() - began) / 1000 }
}
