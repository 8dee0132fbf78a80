import '../shared/base.css'
import { startMy } from '../pages/my/start-my.tsx'

startMy()
