import { serveRenderer } from '../../../../platform/export/pdf-worker.ts'
import { renderPasses } from './pass-document.ts'

serveRenderer(renderPasses)
