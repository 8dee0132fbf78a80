import '../shared/base.css'
import { startWait } from '../pages/wait/start-wait.tsx'

startWait()
