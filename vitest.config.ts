import { defineConfig } from 'vitest/config'

/** One project per room that has tests; each room's own needs (database, DOM) stay in its project. */
export default defineConfig({
  test: {
    projects: [{ test: { name: 'domain', root: 'domain', include: ['**/*.test.ts'], environment: 'node' } }],
  },
})
