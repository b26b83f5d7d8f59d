import { startApp } from '#src/app/start.tsx'

startApp(document.getElementById('root')!)
