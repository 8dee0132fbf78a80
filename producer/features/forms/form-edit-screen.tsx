import { ComingScreen } from '../../shared/coming-screen.tsx'

export const FormEditScreen = ComingScreen
