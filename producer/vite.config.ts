import react from '@vitejs/plugin-react'
import { PRODUCER_PAGES } from '@kartis/contract/producer-pages.ts'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const MEGABYTE = 1024 * 1024

/** The web app manifest. Hebrew, the default language of every page. */
const manifest = {
  id: '/',
  name: 'Kartis',
  short_name: 'Kartis',
  description: 'מכירת כרטיסים, מוזמנים וסריקה בכניסה',
  lang: 'he',
  dir: 'rtl' as const,
  start_url: '/',
  scope: '/',
  display: 'standalone' as const,
  theme_color: '#5b2be0',
  background_color: '#ffffff',
  categories: ['business', 'events'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/mark.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
}

/**
 * The service worker caches the app's own files, so that it starts without a network. A new version waits until it is
 * activated; API replies and the storefront always come from the network.
 */
const worker = VitePWA({
  registerType: 'prompt',
  injectRegister: false,
  manifest,
  workbox: {
    globPatterns: ['**/*.{html,js,css,woff2,wasm,svg,png,webmanifest}'],
    // what reads a PDF file in the editor of seat maps: large, and needed once or never
    globIgnores: ['**/pdf-reader-*', '**/jbig2-*', '**/openjpeg-*'],
    maximumFileSizeToCacheInBytes: 4 * MEGABYTE,
    // the server serves the page at `/`, not at its file name
    manifestTransforms: [
      async (entries) => ({
        manifest: entries.map((entry) => (entry.url === 'index.html' ? { ...entry, url: '/' } : entry)),
      }),
    ],
    navigateFallback: '/',
    navigateFallbackAllowlist: [new RegExp(`^/(?:${PRODUCER_PAGES.filter(Boolean).join('|')})?(?:/|\\?|$)`, 'u')],
    // A phone joins a gate and stays on that page: what it needs next may be needed without a network.
    clientsClaim: true,
    inlineWorkboxRuntime: true,
    cleanupOutdatedCaches: true,
  },
})

const LIBRARIES =
  /node_modules\/(?:@tanstack|i18next|react|react-dom|react-i18next|scheduler|use-sync-external-store|zod)\//u

/** Own code. What a dozen parts of the app use (forms, lists, sheets, calls of the API) is one file; texts are files of their languages. */
const OWN_CODE = /\/(?:contract|domain|i18n|producer|ui)\/(?!messages\/|node_modules\/)/u
const SHARED_BY = 12

/**
 * The producer app: a single page under `/`, one chunk per screen. Fastify serves `dist`, or this config in
 * development.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), worker],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // fonts and the scanner's wasm stay files that can be cached
    chunkSizeWarningLimit: 700,
    rollupOptions: {
      checks: { bundlerTimings: false },
      // The first script lists the names of all chunks, whose hashes hardly compress; the bundler takes no shorter ones.
      output: {
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // Every screen needs these: together they compress better than as a hundred small files, and are fetched at once.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: LIBRARIES },
            { name: 'shared', test: OWN_CODE, minShareCount: SHARED_BY },
          ],
        },
      },
    },
  },
})
