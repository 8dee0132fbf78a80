import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** One hydrated entry per page kind; the server bundle renders all of them. Run once for the browser, once with `--ssr` for the server. */
const entries = Object.fromEntries(
  ['event', 'list', 'checkout', 'passes', 'my', 'legal', 'message', 'return', 'wait', 'embed'].map((kind) => [
    kind,
    `entries/${kind}.ts`,
  ]),
)

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  base: '/order/_/',
  plugins: [react()],
  appType: 'custom',
  // Every word of the server bundle is our own or React: bundle it whole, so that the running server needs nothing of this room but `dist`.
  ssr: { noExternal: true, external: ['react', 'react-dom'] },
  build: isSsrBuild
    ? {
        ssr: true,
        outDir: 'dist/server',
        emptyOutDir: true,
        target: 'node24',
        rollupOptions: { input: 'entry-server.tsx' },
      }
    : {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        // Pages without a script keep their components only for the styles that come with them.
        rollupOptions: { input: entries, preserveEntrySignatures: 'strict' },
      },
}))
