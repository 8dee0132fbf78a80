import { join } from 'node:path'
import { uniformExport } from '../modules/settling/documents/index.ts'
import { type Command, CommandError, withPlatform } from './command.ts'
import { dayOf } from './option-values.ts'
import { makeFolder, withOutputFile } from './output-file.ts'
import { amount } from './settlement-lines.ts'
import { parseArguments } from './parse-arguments.ts'

const OPTIONS = {
  from: { type: 'string' },
  to: { type: 'string' },
  out: { type: 'string' },
  software: { type: 'string', default: '0' },
} as const

export const uniformFileCommand: Command = {
  name: 'uniform-file',
  summary: 'write the tax documents of a period as the uniform file of the Tax Authority (1.31)',
  usage: [
    'uniform-file --from 2026-01-01 --to 2026-12-31 --out <folder> [--software <registration number>]',
    '                                 INI.TXT and BKMVDATA.zip in OPENFRMT under the folder',
  ],
  run: async ({ settings, args, print }) => {
    const { values } = parseArguments(args, OPTIONS, 0)
    const period = { from: dayOf('from', values.from ?? ''), to: dayOf('to', values.to ?? '') }
    if (period.from > period.to) throw new CommandError('--from must not be after --to.')
    const { out } = values
    if (!out) throw new CommandError('--out is needed: the folder in which OPENFRMT is made.')
    if (!/^\d{1,8}$/.test(values.software)) throw new CommandError('--software must be at most eight digits.')
    return withPlatform(settings, async (platform) => {
      const made = await uniformExport(platform, { ...period, registration: Number(values.software) })
      if (!made) throw new CommandError('ISSUER_NUMBER is not set: nobody is named who issues documents.')
      const folder = join(out, ...made.path)
      makeFolder(folder)
      for (const { name, bytes } of made.files) await withOutputFile(join(folder, name), async (write) => write(bytes))
      for (const { code, count, total } of made.summary)
        print(`  ${code}  ${String(count).padStart(6)}  ${amount(total)}`)
      print(`Written to ${folder}.`)
      return 0
    })
  },
}
