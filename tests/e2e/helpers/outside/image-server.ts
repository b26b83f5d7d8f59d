import { execFileSync } from 'node:child_process'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { ORTHANC_PASSWORD, ORTHANC_USER, type Orthanc } from '#tests/helpers/archive/orthanc.ts'
import type { RunningServer } from '../server/running-server.ts'

/** Adds an image server to the demo's first centre, as the operator does; it is polled every second. */
export function addImageServer(server: RunningServer, orthanc: Orthanc): void {
  const url = `http://127.0.0.1:${orthanc.httpPort}/dicom-web`
  const who = ['--client', SANJEEVANI.name, '--name', 'Story Orthanc', '--url', url]
  const secret = ['--user', ORTHANC_USER, '--password', ORTHANC_PASSWORD, '--poll-seconds', '1']
  execFileSync(process.execPath, ['scripts/add-pacs.ts', ...who, ...secret], {
    env: { ...process.env, READROOM_DATA: server.dataDir, DATABASE_URL: '' },
  })
}
