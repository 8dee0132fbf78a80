import { defineConfig } from 'vitest/config'

/** One project per room that has tests; each room's own needs (database, DOM) stay in its project. */
export default defineConfig({
  test: {
    // A small machine has two processors, and the tests wait for databases more than they reckon.
    maxWorkers: 2,
    projects: [
      { test: { name: 'domain', root: 'domain', include: ['**/*.test.ts'], environment: 'node' } },
      { test: { name: 'contract', root: 'contract', include: ['**/*.test.ts'], environment: 'node' } },
      { test: { name: 'ui', root: 'ui', include: ['**/*.test.ts'], environment: 'node' } },
      { test: { name: 'producer', root: 'producer', include: ['**/*.test.ts'], environment: 'node' } },
      { test: { name: 'storefront', root: 'storefront', include: ['**/*.test.ts'], environment: 'node' } },
      { test: { name: 'i18n', root: 'i18n', include: ['**/*.test.ts'], environment: 'node' } },
      { test: { name: 'bench', root: 'bench', include: ['**/*.test.ts'], environment: 'node' } },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['**/*.test.ts'],
          environment: 'node',
          globalSetup: ['testing/global-setup.ts'],
          // Whole servers and databases start in some tests, on machines that may be busy.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
