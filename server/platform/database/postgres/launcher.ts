import { spawnSync } from 'node:child_process'

/**
 * PostgreSQL refuses to run as root. Where Kartis itself is root (a container, a small server), the database runs
 * as somebody else, and that somebody must still reach folders which only root may enter.
 */
export interface Launcher {
  readonly name: string
  /** Words put before the command. */
  readonly prefix: readonly string[]
  readonly uid?: number
  readonly gid?: number
  /** Who must own the database's files; undefined: whoever we are. */
  readonly owner?: { readonly uid: number; readonly gid: number }
}

const idOf = (flag: '-u' | '-g'): number => {
  const asked = spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' })
  return asked.status === 0 ? Number(asked.stdout.trim()) : 65_534
}

/** Ways to run PostgreSQL here, the least powerful first. */
export const launchers = (): Launcher[] => {
  if (process.getuid?.() !== 0) return [{ name: 'as we are', prefix: [] }]
  const owner = { uid: idOf('-u'), gid: idOf('-g') }
  const seeing = (capability: string): Launcher => ({
    name: `as nobody with ${capability}`,
    // access(2) forgets capabilities of ordinary users unless the set-uid fixup is off.
    prefix: [
      'setpriv',
      `--reuid=${owner.uid}`,
      `--regid=${owner.gid}`,
      '--clear-groups',
      '--securebits=+no_setuid_fixup',
      '--no-new-privs',
      `--inh-caps=-all,+${capability}`,
      `--ambient-caps=-all,+${capability}`,
    ],
    owner,
  })
  return [
    { name: 'as nobody', prefix: [], ...owner, owner },
    seeing('dac_read_search'),
    seeing('dac_override'),
    {
      name: 'in a user namespace',
      prefix: ['unshare', '--user', `--map-user=${owner.uid}`, `--map-group=${owner.gid}`],
      owner: { uid: 0, gid: 0 },
    },
  ]
}

const PROBE = 'test -r "$0" && test -x "$0" && test -r "$1" && test -x "$1"'

/** Can this launcher run the program and look into the folder? */
export const reaches = (launcher: Launcher, program: string, folder: string): boolean => {
  if (process.platform === 'win32') return true
  const [command, ...args] = [...launcher.prefix, 'sh', '-c', PROBE, program, folder]
  const { uid, gid } = launcher
  return spawnSync(command, args, { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0
}
