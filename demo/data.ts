import type { DemoData } from '@kartis/server/demo.ts'

/** The demo as the server takes it; its pictures and texts are loaded only when they are needed. */
export const demo: DemoData = {
  load: async (platform) => (await import('./index.ts')).loadDemo(platform),
  hints: async (platform) => (await import('./index.ts')).demoHints(platform),
}
