import { serveRenderer } from '../../../platform/export/pdf-worker.ts'
import { renderReport } from './pdf-document.ts'

serveRenderer(renderReport)
