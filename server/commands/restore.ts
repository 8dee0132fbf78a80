import { parseArgs } from 'node:util'
import { openKeys } from '../platform/security/keys.ts'
import { readManifest, restoreBackup, sameKey } from './backup/read-backup.ts'
import { type Command, CommandError, withDatabase } from './command.ts'

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'put a backup in place of an empty database (with --force: of any)',
  usage: ['restore <file.tar.gz> [--force]'],
  run: async ({ settings, args, print }) => {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { force: { type: 'boolean', default: false } },
    })
    const [path] = positionals
    if (!path) throw new CommandError('restore needs the archive: npm run kartis -- restore <file.tar.gz>')
    const manifest = await readManifest(path)
    const keys = openKeys({ masterKey: settings.key, dataDir: settings.dataDir })
    if (!sameKey({ keys }, manifest)) {
      throw new CommandError(
        'This installation has another master key: put the key of the backup into KARTIS_KEY, or its file into DATA_DIR/keys/master.key.',
      )
    }
    return withDatabase(settings, async (url) => {
      await restoreBackup(settings, url, path, values.force)
      const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0)
      print(`Restored ${rows} rows, ${manifest.files} files and ${manifest.jobs} waiting jobs of ${manifest.made_at}.`)
      return 0
    })
  },
}
