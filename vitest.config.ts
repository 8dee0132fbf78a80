import { defineConfig } from 'vitest/config'

/** A busy machine is slow, and nothing is proved by failing on it. */
const PATIENCE_MS = 30_000

/**
 * Packages with React: components and hooks are rendered into happy-dom with Testing Library. A worker runs many files, and
 * the setup gives each of them an empty page. Testing Library needs `globals`; tests import from vitest all the same.
 */
const dom = (name: string) => ({
  name,
  root: name,
  include: ['**/*.test.{ts,tsx}'],
  environment: 'happy-dom' as const,
  // A press on a link or a form changes the address only: a page that is loaded would replace that of the next test.
  environmentOptions: { happyDOM: { settings: { navigation: { disableMainFrameNavigation: true } } } },
  isolate: false,
  // They look at the globals when they are evaluated, as each file does with the product's modules.
  server: { deps: { inline: [/\/(?:dexie|fake-indexeddb)\//u] } },
  globals: true,
  testTimeout: PATIENCE_MS,
  setupFiles: [`${import.meta.dirname}/ui/testing/fresh-page.ts`],
})

/** A worker loads modules once, not once for each file that imports them: their state lives in objects that a test opens. */
const shared = { environment: 'node' as const, isolate: false, testTimeout: PATIENCE_MS }

/** A project whose tests open a database. Whole servers start in some of them, on machines that may be busy. */
const withPostgres = (name: string) => ({
  test: {
    name,
    root: name,
    include: ['**/*.test.ts'],
    globalSetup: [`${import.meta.dirname}/server/testing/global-setup.ts`],
    ...shared,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})

/** One project per package that has tests; what a package needs (database, DOM) stays in its project. */
export default defineConfig({
  test: {
    // More than the two processors of a small machine: a seventh of the time, tests wait for databases and processes.
    maxWorkers: 3,
    projects: [
      { test: { name: 'domain', root: 'domain', include: ['**/*.test.ts'], ...shared } },
      {
        test: {
          name: 'seat-map',
          root: 'seat-map',
          include: ['**/*.test.ts'],
          ...shared,
        },
      },
      { test: { name: 'contract', root: 'contract', include: ['**/*.test.ts'], ...shared } },
      { test: dom('ui') },
      { test: dom('producer') },
      { test: dom('storefront') },
      { test: { name: 'i18n', root: 'i18n', include: ['**/*.test.ts'], ...shared } },
      { test: { name: 'testing', root: 'testing', include: ['**/*.test.ts'], ...shared } },
      { test: { name: 'bench', root: 'bench', include: ['**/*.test.ts'], ...shared } },
      // Every proof starts servers and a PostgreSQL of its own.
      { test: { name: 'prove', root: 'prove', include: ['**/*.test.ts'], ...shared, testTimeout: 420_000 } },
      withPostgres('simulators'),
      withPostgres('demo'),
      withPostgres('server'),
    ],
  },
})
