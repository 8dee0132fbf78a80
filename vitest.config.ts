import { defineConfig } from 'vitest/config'

/**
 * Packages with React: components and hooks are rendered into happy-dom with Testing Library.
 * `globals` lets Testing Library unmount after each test; tests import from vitest all the same.
 */
const dom = (name: string) => ({
  name,
  root: name,
  include: ['**/*.test.{ts,tsx}'],
  environment: 'happy-dom' as const,
  globals: true,
  setupFiles: [`${import.meta.dirname}/ui/testing/no-traversal.ts`],
})

/** A project whose tests open a database. Whole servers start in some of them, on machines that may be busy. */
const withPostgres = (name: string) => ({
  test: {
    name,
    root: name,
    include: ['**/*.test.ts'],
    environment: 'node' as const,
    globalSetup: [`${import.meta.dirname}/server/testing/global-setup.ts`],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})

/** One project per package that has tests; what a package needs (database, DOM) stays in its project. */
export default defineConfig({
  test: {
    // A small machine has two processors, and the tests wait for databases more than they reckon.
    maxWorkers: 2,
    projects: [
      { test: { name: 'domain', root: 'domain', include: ['**/*.test.ts'], environment: 'node' } },
      {
        test: {
          name: 'seat-map',
          root: 'seat-map',
          include: ['**/*.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
        },
      },
      { test: { name: 'contract', root: 'contract', include: ['**/*.test.ts'], environment: 'node' } },
      { test: dom('ui') },
      { test: dom('producer') },
      { test: dom('storefront') },
      { test: { name: 'i18n', root: 'i18n', include: ['**/*.test.ts'], environment: 'node' } },
      { test: { name: 'testing', root: 'testing', include: ['**/*.test.ts'], environment: 'node' } },
      { test: { name: 'bench', root: 'bench', include: ['**/*.test.ts'], environment: 'node' } },
      withPostgres('simulators'),
      withPostgres('demo'),
      withPostgres('server'),
    ],
  },
})
