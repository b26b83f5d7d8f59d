import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { giveFiles } from '#src/sync/shared-files/given-files.ts'
import { notifyError } from '#src/ui/notes/notify.ts'

interface Launch {
  targetURL?: string
  /** Files that the system opened with the app (file_handlers of the manifest). */
  files?: readonly FileSystemFileHandle[]
}

/** Missing in TypeScript's library: only Chromium has it, and only for an installed app. */
interface LaunchQueue {
  setConsumer: (take: (launch: Launch) => void) => void
}

/**
 * If the installed app is launched while one of its windows is open, that window is focused (launch_handler in
 * public/manifest.webmanifest) and gets the address: a shortcut navigates without a reload, so that text stays.
 */
export function useLaunches(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const { launchQueue } = globalThis as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(({ targetURL, files = [] }) => {
      const place = placeOfLaunch(targetURL)
      if (place !== undefined) void navigate(place)
      if (files.length > 0) readAll(files).then(giveFiles, notifyError)
    })
  }, [navigate])
}

const readAll = (handles: readonly FileSystemFileHandle[]): Promise<File[]> =>
  Promise.all(handles.map((handle) => handle.getFile()))

/** The path of a launch; undefined for the app itself, which stays where it is. */
export function placeOfLaunch(targetURL: string | undefined, origin = location.origin): string | undefined {
  if (targetURL === undefined || !URL.canParse(targetURL)) return undefined
  const url = new URL(targetURL)
  return url.origin === origin && url.pathname !== '/' ? url.pathname + url.search : undefined
}
