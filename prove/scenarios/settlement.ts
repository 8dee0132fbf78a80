import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withPool } from '../invariants.ts'
import { runOperator, startOperator } from '../operator.ts'
import { openProxy, type Proxy } from '../proxy.ts'
import { checkSettlement } from '../settled.ts'
import type { Line, Scenario, Scene } from '../scenario.ts'
import { until } from '../timed.ts'

const CLOCK = join(import.meta.dirname, '../preload/clock.mjs')
/** The event of the crowd is over by then, and its money has come. */
const LATER_MS = 60 * 86_400_000
const READY_MS = 30_000
const BETWEEN = 3
const REPEATS = 4
/** Statements that a command sends to PostgreSQL, where it has not been counted yet. */
const ABOUT = 60
type Victim = 'the command' | 'the server' | 'PostgreSQL'
/** Who is killed in the middle of which step, in their order. */
const KILLED: readonly (readonly [string, Victim])[] = [
  ['draft', 'the command'],
  ['draft', 'PostgreSQL'],
  ['draft', 'the server'],
  ['approve', 'PostgreSQL'],
  ['bank-file', 'the command'],
  ['sent', 'the command'],
  ['confirm', 'PostgreSQL'],
]

const MODE = { SETTLEMENT_MODE: 'platform', ACQUIRER_DAYS: 'none' }

/** The operator of an installation, who pays producers. */
const openOperator = async (scene: Scene) => {
  const { installation, stage } = scene
  const folder = join(installation.folder, 'bank')
  mkdirSync(folder)
  const clock = join(folder, 'clock')
  writeFileSync(clock, String(LATER_MS))
  const proxy: Proxy = await openProxy(installation.network.target)
  installation.onClose(() => proxy.close())
  const database = new URL(installation.database())
  database.port = String(proxy.port)
  const options = {
    database: database.href,
    env: { ...MODE, NODE_OPTIONS: `--import ${CLOCK}`, PROVE_CLOCK: clock },
  }
  const values = <T extends object>(text: string): Promise<T[]> =>
    withPool(installation.ownerDatabase(), async (pool) => (await pool.query<T>(text)).rows)
  const payoutsIn = async (state: string): Promise<string[]> =>
    (await values<{ id: string }>(`select id from payouts where state = '${state}' order by id`)).map(({ id }) => id)
  const fileOf = (number: number): string => join(folder, `${number}.csv`)
  /** Of each step its command; undefined when there is nothing to do. */
  const steps: Readonly<Record<string, () => Promise<readonly string[] | undefined>>> = {
    draft: async () => ['payouts', 'draft', '--by', 'Dana', '--account', stage.producer.account],
    approve: async () => withIds(await payoutsIn('draft'), ['--by', 'Noa'], 'approve'),
    'bank-file': async () =>
      (await payoutsIn('approved')).length === 0
        ? undefined
        : ['bank-file', '--by', 'Dana', '--format', 'csv', '--out', join(folder, 'new')],
    sent: async () => withIds(await payoutsIn('exported'), ['--reference', 'R-1'], 'sent'),
    confirm: async () => withIds(await payoutsIn('sent'), [], 'confirm'),
  }
  return {
    folder,
    proxy,
    options,
    steps,
    /** Writes again the files that were not finished, as the operator does; the others must come out the same. */
    completeFiles: async (): Promise<number> => {
      rmSync(join(folder, 'new'), { force: true })
      let differing = 0
      for (const { number } of await values<{ number: number }>('select number from payout_batches order by number')) {
        const before = existsSync(fileOf(number)) ? readFileSync(fileOf(number), 'utf8') : undefined
        const args = ['bank-file', '--file', String(number), '--format', 'csv', '--out', fileOf(number)]
        await runOperator(installation, args, options)
        if (before !== undefined && before !== readFileSync(fileOf(number), 'utf8')) differing += 1
      }
      return differing
    },
  }
}

type Money = Awaited<ReturnType<typeof openOperator>>

const withIds = (ids: readonly string[], more: readonly string[], step: string): readonly string[] | undefined =>
  ids.length === 0 ? undefined : ['payouts', step, ...ids, ...more]

const kill = async ({ installation }: Scene, victim: Victim, child: { kill: (signal: 'SIGKILL') => unknown }) => {
  if (victim === 'the command') child.kill('SIGKILL')
  else if (victim === 'PostgreSQL') installation.signalDatabase('SIGKILL')
  else await installation.server().kill()
}

/** Repeats a step until it succeeds, or nothing of it is left to do. Returns how many statements it sent. */
const finish = async ({ installation }: Scene, money: Money, step: string): Promise<number> => {
  let failure = ''
  for (let times = 0; times < REPEATS; times++) {
    const args = await money.steps[step]?.()
    if (!args) return 0
    let sent = 0
    money.proxy.onSent = () => (sent += 1)
    const { code, output } = await startOperator(installation, args, money.options).ended
    if (code === 0) return sent
    failure = output.slice(-400)
  }
  throw new Error(`${step} does not succeed: ${failure}`)
}

/** Kills somebody in the middle of a step of the operator, and repeats the step. */
const breakStep = async (
  scene: Scene,
  money: Money,
  { step, victim, counts }: { readonly step: string; readonly victim: Victim; readonly counts: Map<string, number> },
): Promise<Line | undefined> => {
  const args = await money.steps[step]?.()
  if (!args) return undefined
  const all = counts.get(step) ?? ABOUT
  // The first third is the start of the command.
  const at = Math.ceil(all / 3 + Math.random() * (all * (2 / 3)))
  let sent = 0
  let killing: Promise<void> | undefined
  const { child, ended } = startOperator(scene.installation, args, money.options)
  money.proxy.onSent = () => {
    sent += 1
    if (sent === at) killing = kill(scene, victim, child)
  }
  const { code } = await ended
  await killing
  if (killing && victim === 'the server') await scene.installation.restart()
  await until('ready again', scene.installation.isReady, READY_MS)
  const repeated = await finish(scene, money, step)
  if (repeated > 0) counts.set(step, repeated)
  return {
    what: `${step}: ${victim} is killed`,
    holds: true,
    note: `${killing ? `after ${at} of about ${all} statements` : 'too late'}; the command ended with ${code ?? 'the signal'}`,
  }
}

export const settlementKilled: Scenario = {
  name: 'the settlement is killed at every step',
  what: 'the operator draws statements and pays the producer while buyers buy and are refunded; the command, the server and PostgreSQL are killed (kill -9) in the middle of the statement, the approval, the bank file, its handing in and its confirmation.',
  options: { env: MODE },
  run: async (scene) => {
    const money = await openOperator(scene)
    const counts = new Map<string, number>()
    const lines: Line[] = []
    for (const [step, victim] of KILLED) {
      await scene.crowd.untilBought(BETWEEN)
      const line = await breakStep(scene, money, { step, victim, counts })
      if (line) lines.push(line)
    }
    await money.completeFiles()
    scene.afterwards(async () => {
      for (const step of Object.keys(money.steps)) await finish(scene, money, step)
      const differing = await money.completeFiles()
      return [
        ...(await checkSettlement(scene, money.folder)),
        { what: 'a bank file that is written again is the same', holds: differing === 0, note: `${differing} differ` },
      ]
    })
    return lines
  },
}
