import { type Command, CommandError, withPlatform } from './command.ts'

export const demoCommand: Command = {
  name: 'demo',
  summary: 'add the demo producer and her six events (npm start does it by itself on an empty database)',
  usage: ['demo'],
  run: async ({ settings, print }) => {
    if (settings.production) throw new CommandError('The demo has no place in production: NODE_ENV is production.')
    return withPlatform(settings, async (platform) => {
      const { demoHints, loadDemo } = await import('@kartis/demo/index.ts')
      print((await loadDemo(platform)) ? 'The demo is loaded.' : 'The demo was loaded before; nothing was changed.')
      for (const line of await demoHints(platform)) print(line)
      return 0
    })
  },
}
