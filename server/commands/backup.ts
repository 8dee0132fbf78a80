import { chmodSync, copyFileSync, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeBackup } from './backup/write-backup.ts'
import { type Command, CommandError, withPlatform } from './command.ts'
import { parseArguments } from './parse-arguments.ts'

const nameAt = (now: Date): string => `kartis-${now.toISOString().slice(0, 16).replaceAll(':', '')}.tar.gz.enc`

export const backupCommand: Command = {
  name: 'backup',
  summary: 'write database and uploads into one encrypted archive, as of one instant, while Kartis runs',
  usage: ['backup [file]'],
  run: async ({ settings, args, print }) => {
    const { positionals } = parseArguments(args, {}, 1)
    return withPlatform(settings, async (platform) => {
      const path = resolve(positionals[0] ?? nameAt(platform.clock()))
      if (existsSync(path)) throw new CommandError(`${path} is there already.`)
      const manifest = await writeBackup(platform, path)
      const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0)
      print(`${path}: ${rows} rows, ${manifest.files} files, ${manifest.jobs} waiting jobs.`)
      if (settings.files.where === 's3')
        print(`Uploads lie in the bucket ${settings.files.s3.bucket}: keep a copy of it too.`)
      if (settings.key)
        print(
          'The archive is encrypted with KARTIS_KEY and does not contain it: without that key nobody can restore it.',
        )
      else {
        const keyPath = `${path.replace(/\.tar\.gz(\.enc)?$/, '')}.key`
        copyFileSync(join(settings.dataDir, 'keys/master.key'), keyPath)
        chmodSync(keyPath, 0o600)
        print(
          `${keyPath}: the master key. Keep it apart from the archive: without it nobody can restore it, with it anybody can.`,
        )
      }
      return 0
    })
  },
}
