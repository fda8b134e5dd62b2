import { startEarly } from './main.ts'

startEarly(document.getElementById('scripts') as HTMLElement)
