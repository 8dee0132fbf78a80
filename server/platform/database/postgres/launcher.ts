import { spawnSync } from 'node:child_process'

/**
 * A way to start PostgreSQL, which refuses to run as root. Where Kartis runs as root (a container, a small server), the
 * database runs as another user, who must still reach folders that only root may enter.
 */
export interface Launcher {
  readonly name: string
  /** Command and arguments that precede the program. */
  readonly prefix: readonly string[]
  readonly uid?: number
  readonly gid?: number
  /** Required owner of the database's files; undefined: the current user. */
  readonly owner?: { readonly uid: number; readonly gid: number }
}

const idOf = (flag: '-u' | '-g'): number => {
  const result = spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' })
  return result.status === 0 ? Number(result.stdout.trim()) : 65_534
}

/** The ways to start PostgreSQL on this machine, least privileged first. */
export const launchers = (): Launcher[] => {
  if (process.getuid?.() !== 0) return [{ name: 'as we are', prefix: [] }]
  const owner = { uid: idOf('-u'), gid: idOf('-g') }
  const withCapability = (capability: string): Launcher => ({
    name: `as nobody with ${capability}`,
    // access(2) ignores the capabilities of ordinary users unless the set-uid fixup is off.
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
    withCapability('dac_read_search'),
    withCapability('dac_override'),
    {
      name: 'in a user namespace',
      prefix: ['unshare', '--user', `--map-user=${owner.uid}`, `--map-group=${owner.gid}`],
      owner: { uid: 0, gid: 0 },
    },
  ]
}

const PROBE = 'test -r "$0" && test -x "$0" && test -r "$1" && test -x "$1"'

/** Whether this launcher can run the program and read the folder. */
export const reaches = (launcher: Launcher, program: string, folder: string): boolean => {
  if (process.platform === 'win32') return true
  const [command, ...args] = [...launcher.prefix, 'sh', '-c', PROBE, program, folder]
  const { uid, gid } = launcher
  return spawnSync(command, args, { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0
}
