import { Route, Routes } from 'react-router-dom'
import { RequireSession, SignInGate } from './guard.tsx'
import { NotFound } from './pages/NotFound.tsx'
import { PUBLIC_SCREENS, SCREEN_PATHS, SCREENS } from './routes.tsx'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { ScreenFrame } from './ScreenFrame.tsx'
import type { Screen } from './screen.ts'

/** The route table of docs/screens.md#the-shell as routes; any other path is the 404 page. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<SignInGate />} />
      <Route path="/login/:username/:password" element={<SignInGate />} />
      {Object.entries(PUBLIC_SCREENS).map(([path, screen]) => (
        <Route key={path} path={path} element={<PublicScreen screen={screen} />} />
      ))}
      <Route element={<RequireSession />}>
        {SCREEN_PATHS.map((path) => (
          <Route key={path} path={path} element={<ScreenFrame path={path} screen={SCREENS[path]} />} />
        ))}
      </Route>
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}

function PublicScreen({ screen }: { screen: Screen }) {
  return (
    <main>
      <ScreenBoundary>{screen.element}</ScreenBoundary>
    </main>
  )
}
