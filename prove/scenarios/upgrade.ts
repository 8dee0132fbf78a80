import { join } from 'node:path'
import type { ServerProcess } from '@kartis/testing/server.ts'
import { withPool } from '../invariants.ts'
import type { Line, Scenario, Scene } from '../scenario.ts'
import { timed } from '../timed.ts'
import {
  migrationsSince,
  REHEARSED,
  THIS_VERSION,
  withoutVersionBefore,
  writeNextVersion,
  writeVersionBefore,
} from '../versions.ts'

const BETWEEN = 20

const portOf = ({ url }: ServerProcess): number => Number(new URL(url).port)
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

const appliedOf = (scene: Scene): Promise<string[]> =>
  withPool(scene.installation.ownerDatabase(), async (pool) =>
    (await pool.query<{ name: string }>('select name from kysely_migration')).rows.map(({ name }) => name),
  )

/** A version migrates beside the server that sells, sells beside it, and takes over. */
const takeOver = async (scene: Scene, root: string, migrations: readonly string[]): Promise<Line[]> => {
  const { installation, crowd } = scene
  const old = installation.server()
  const balancer = installation.balancer()
  const before = crowd.bought()
  let next: ServerProcess | undefined
  const started = await timed(async () => {
    next = await installation.startBeside(root)
  })
  if (!next) throw new Error('the next version did not start')
  const meanwhile = crowd.bought() - before
  const applied = await appliedOf(scene)
  const lines: Line[] = [
    {
      what: 'it migrates while the old version sells',
      holds: meanwhile > 0 && migrations.every((name) => applied.includes(name)),
      note: `${migrations.length} migrations (${migrations.join(', ')}); ready after ${seconds(started)}, ${meanwhile} orders meanwhile`,
    },
  ]
  const repliesOf = (server: ServerProcess): number => balancer.replies.get(portOf(server)) ?? 0
  const earlier = repliesOf(old)
  balancer.targets = [portOf(old), portOf(next)]
  const both = await crowd.untilBought(BETWEEN)
  lines.push({
    what: 'both versions serve one sale',
    holds: repliesOf(next) > 0 && repliesOf(old) > earlier,
    note: `${BETWEEN} orders within ${seconds(both)}; ${repliesOf(old) - earlier} replies of the old version, ${repliesOf(next)} of the new one`,
  })
  balancer.targets = [portOf(next)]
  const replaced = installation.replaceBy(next)
  const single = await crowd.untilBought(BETWEEN)
  await replaced
  lines.push({ what: 'the new version takes over', holds: true, note: `${BETWEEN} orders within ${seconds(single)}` })
  return lines
}

const refusedLine = ({ crowd }: Scene): Line => {
  const counts = [...crowd.requests.statuses()].filter(([name]) => / (503|0)\b/.test(name))
  return {
    what: 'requests that met a changed table were repeated',
    holds: true,
    note: counts.map(([name, times]) => `${times} × ${name}`).join(', ') || 'none',
  }
}

export const nextVersion: Scenario = {
  name: 'the next version takes over',
  what: 'a version with further migrations (columns of the busiest tables, an index, a constraint) starts beside this one in the middle of a sale, migrates, sells beside it and takes over; then this version comes back.',
  options: { isBalanced: true },
  run: async (scene) => {
    const { installation, crowd } = scene
    const root = join(installation.folder, 'next')
    writeNextVersion(root)
    const lines = await takeOver(scene, root, REHEARSED)
    const back = await installation.startBeside(THIS_VERSION)
    installation.balancer().targets = [portOf(back)]
    const replaced = installation.replaceBy(back)
    const sold = await crowd.untilBought(BETWEEN)
    await replaced
    return [
      ...lines,
      {
        what: 'the old version comes back on the migrated database',
        holds: true,
        note: `${BETWEEN} orders within ${seconds(sold)}`,
      },
      refusedLine(scene),
    ]
  },
}

let before = ''

export const versionBefore: Scenario = {
  name: 'this version takes over from the one before',
  what: 'the version before the newest migration sells; this one starts beside it, migrates, sells beside it and takes over.',
  impossible: withoutVersionBefore,
  options: {
    isBalanced: true,
    firstVersion: (folder) => {
      before = join(folder, 'before')
      writeVersionBefore(before)
      return before
    },
  },
  run: async (scene) => {
    const migrations = migrationsSince(before).map((name) => name.replace(/\.ts$/, ''))
    return [...(await takeOver(scene, THIS_VERSION, migrations)), refusedLine(scene)]
  },
}
