import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The producer app: a single page under `/`, one chunk per screen. Fastify serves dist, and this config in dev. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // fonts and the scanner's wasm stay files that can be cached
    chunkSizeWarningLimit: 700,
  },
})
