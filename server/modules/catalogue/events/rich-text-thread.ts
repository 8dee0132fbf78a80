import { serveThread } from '../../../platform/concurrency/serve-thread.ts'
import { cleanRichText } from './rich-text.ts'

serveThread(cleanRichText)
