import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** One entry per page kind, by its name; the server bundle renders all of them. */
const entries = {
  event: 'pages/event/entry.tsx',
  seats: 'pages/seats/entry.tsx',
  'seat-preview': 'pages/seat-preview/entry.tsx',
  compact: 'pages/compact/entry.tsx',
  checkout: 'pages/checkout/entry.tsx',
  my: 'pages/my/entry.tsx',
  cancel: 'pages/cancel/entry.tsx',
  wait: 'pages/wait/entry.tsx',
  return: 'pages/return/entry.ts',
  passes: 'pages/passes/entry.tsx',
  receipt: 'pages/receipt/entry.tsx',
  choice: 'pages/choice/entry.tsx',
  transfer: 'pages/transfer/entry.tsx',
  refund: 'pages/refund/entry.tsx',
  // These pages run no script; their components import the styles.
  list: 'pages/list/list-page.tsx',
  legal: 'pages/legal/legal-page.tsx',
  message: 'pages/message/message-page.tsx',
  embed: 'pages/embed/example-page.tsx',
}

/** What every page with a script loads: React, and the start of a page. */
const BASE =
  /vite\/preload-helper|node_modules\/(?:react|react-dom|scheduler)\/|storefront\/shared\/(?:hydrate|clock|embed|page-context|early-input|shell|rich|api|session|money|local-storage|saved-place|refusal-note|use-submit)\.tsx?$|contract\/(?:client|intents)\.ts$|i18n\/format\.ts$|ui\/components\/user-text\.tsx$/u

/** Styles that are also on pages whose script needs nothing else: the return from the gateway must not wait for React. */
const PARTS = /storefront\/shared\/(?:parts|page)\.module\.css$/u

/** What the ways to a reservation share: the sale page, the choice of seats, the window in other sites, the checkout. */
const SALE =
  /storefront\/shared\/(?:saved-cart|saved-hold|phone-note|stepper|pay-bar\.module)\.(?:tsx?|css)$|storefront\/pages\/event\/(?:use-waiting-room|use-availability|use-held|enter-now)\.ts$/u

/**
 * The choice of seats: one file, which its late pieces would divide where they share with it. What is loaded late stays out: few halls have symbols.
 */
const SEATS =
  /seat-map\/(?:model\/|viewer\/(?!symbols))|storefront\/pages\/seats\/(?!entry|early-hall|hall-list|list-groups|group-focus|lost-note|live-offer)/u

/** What the choice of seats shares with other pages, which must not load all of it for that. */
const SHARED_WITH_SEATS = [
  // Runs before the script of the page, which uses what it has begun: it imports nothing of React.
  { name: 'hall', test: /storefront\/pages\/seats\/(?:early-hall|seat-sale)\.ts$/u },
  { name: 'ticket', test: /storefront\/shared\/ticket\./u },
  { name: 'holding', test: /storefront\/pages\/event\/place-hold\.ts$/u },
  { name: 'held', test: /storefront\/shared\/(?:hold-strip|use-more-time|saved-seats)\.tsx?$/u },
]

/** A slow machine is no news for whoever starts the product. */
const QUIET = { bundlerTimings: false }

/** Built once for the browser and once with `--ssr` for the server. */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  base: '/order/_/',
  plugins: [react()],
  appType: 'custom',
  // The server bundle contains everything, so that the running server needs only `dist` of this package: React too, whose build
  // for development, which is four times as slow, would be loaded wherever NODE_ENV is not production.
  ssr: { noExternal: true },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  build: isSsrBuild
    ? {
        ssr: true,
        outDir: 'dist/server',
        emptyOutDir: true,
        target: 'node24',
        // What the browser loads late is one bundle here.
        rollupOptions: { input: 'entry-server.tsx', checks: { ...QUIET, ineffectiveDynamicImport: false } },
      }
    : {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        // Keeps the exports of pages without a script, and with them their styles.
        rollupOptions: {
          input: entries,
          preserveEntrySignatures: 'strict',
          checks: QUIET,
          // Every page with a script needs these: together they compress better and are fetched at once.
          output: {
            codeSplitting: {
              groups: [
                { name: 'base', test: BASE },
                { name: 'parts', test: PARTS, priority: 1 },
                { name: 'sale', test: SALE },
                ...SHARED_WITH_SEATS,
                { name: 'seats', test: SEATS },
              ],
            },
          },
        },
      },
}))
