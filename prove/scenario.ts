import type { Crowd, Stage } from './crowd.ts'
import type { Installation, InstallationOptions } from './installation.ts'

/** One line of proof. */
export interface Line {
  readonly what: string
  readonly holds: boolean
  /** The figures behind it. */
  readonly note: string
}

/** An installation that sells while something is broken. */
export interface Scene {
  readonly installation: Installation
  readonly stage: Stage
  readonly crowd: Crowd
  /** Adds lines that are counted when the crowd has stopped. */
  readonly afterwards: (count: () => Promise<readonly Line[]>) => void
}

/** Something that breaks. Each has an installation and a crowd of its own. */
export interface Scenario {
  readonly name: string
  /** One sentence for the page of proof. */
  readonly what: string
  readonly options?: InstallationOptions
  readonly buyers?: number
  /** Belongs to the short run. */
  readonly isQuick?: boolean
  /** Runs only when its name is asked for: it takes as long as one wants. */
  readonly isLong?: boolean
  /** Why it cannot be proved on this machine; undefined when it can. */
  readonly impossible?: () => string | undefined
  /** Breaks it while the crowd buys, and mends it. Its own lines are added to those that hold after every scenario. `seconds`: of one that is long. */
  readonly run: (scene: Scene, seconds?: number) => Promise<readonly Line[]>
}
