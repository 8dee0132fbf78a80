import type { DemoData } from '../demo.ts'
import { type Command, CommandError, withPlatform } from './command.ts'
import { parseArguments } from './parse-arguments.ts'

/** The command that loads the demo data; made by the entry point that has them. */
export const createDemoCommand = (demo: DemoData): Command => ({
  name: 'demo',
  summary: 'add the demo producer, her events and their money (npm start does it by itself on an empty database)',
  usage: ['demo'],
  run: async ({ settings, args, print }) => {
    parseArguments(args, {}, 0)
    if (settings.production) throw new CommandError('The demo has no place in production: NODE_ENV is production.')
    return withPlatform(settings, async (platform) => {
      print((await demo.load(platform)) ? 'The demo is loaded.' : 'The demo was loaded before; nothing was changed.')
      for (const line of await demo.hints(platform)) print(line)
      return 0
    })
  },
})
