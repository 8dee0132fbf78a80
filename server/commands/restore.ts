import { restoreBackup } from './backup/read-backup.ts'
import { type Command, CommandError, withDatabase } from './command.ts'
import { parseArguments } from './parse-arguments.ts'

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'put a backup in place of an empty database (with --force: of any)',
  usage: ['restore <file> [--force]'],
  run: async ({ settings, args, print }) => {
    const { positionals, values } = parseArguments(args, { force: { type: 'boolean', default: false } }, 1)
    const [path] = positionals
    if (!path) throw new CommandError('restore needs the archive: npm run kartis -- restore <file>')
    return withDatabase(settings, async (url) => {
      const manifest = await restoreBackup(settings, url, path, values.force)
      const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0)
      print(`Restored ${rows} rows, ${manifest.files} files and ${manifest.jobs} waiting jobs of ${manifest.made_at}.`)
      return 0
    })
  },
}
