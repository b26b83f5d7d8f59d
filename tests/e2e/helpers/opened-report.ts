import { expect, type Page } from '@playwright/test'
import { reportCalls } from '#contract/calls/reports.ts'
import { BASES } from '#contract/kernel/bases.ts'
import type { InputOf } from '#contract/kernel/define-call.ts'
import { reportIdOf } from '#domain/report/report-id.ts'
import { openScreen } from './open-screen.ts'
import { DEMO_SIGN_IN } from './people.ts'

export interface OpenedReport {
  address: string
  studyId: string
  /** The name in the report's header. */
  patient: string
}

/** Takes an unassigned study from the worklist and opens its report for writing; online. */
export async function openReportOf(page: Page, url: string): Promise<OpenedReport> {
  await openScreen(page, `${url}/worklist1?status=Pending&assigned_type=Unassigned`)
  const row = page.getByRole('row').nth(1)
  await expect(row).toBeVisible()
  await row.dblclick()
  await page.waitForURL('**/report/**')
  const address = page.url()
  const taken = page.waitForResponse((answer) => answer.url().endsWith('/sync/commands') && answer.ok())
  await page.getByRole('button', { name: 'Assign to me' }).click()
  await taken
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeEditable()
  // The last change is on the server, and nothing else waits.
  await expect(page.getByText('Online', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/^\d+ waiting$/)).toHaveCount(0)
  const patient = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  return { address, studyId: new URL(address).pathname.split('/').at(-1) ?? '', patient }
}

/** Signs in a person of the demo by a plain call, independent of their browser; returns the token. */
export async function tokenOf(page: Page, url: string, username: string): Promise<string> {
  const answer = await page.request.post(`${url}/api/auth/login`, {
    data: { username, password: DEMO_SIGN_IN.password },
  })
  return ((await answer.json()) as { token: string }).token
}

/** Returns the description of each version of a report on the server. */
export async function savedTexts(page: Page, url: string, studyId: string): Promise<string[]> {
  const token = await tokenOf(page, url, DEMO_SIGN_IN.admin)
  const path = reportCalls.reportHistory.path.replace('{id}', studyId)
  const answer = await page.request.get(`${url}${BASES.php.prefix}${path}`, { headers: { token } })
  const { result } = (await answer.json()) as { result: { report_data: string }[] }
  return result.map(({ report_data }) => report_data)
}

/** Signs the report as the same doctor at another device, which does not have this device's unsent changes. */
export async function signBeside(page: Page, url: string, studyId: string): Promise<void> {
  const token = await tokenOf(page, url, DEMO_SIGN_IN.senior)
  const report: InputOf<typeof reportCalls.saveReport> = {
    id: reportIdOf(studyId, 1),
    study_id: studyId,
    report_no: 1,
    report_name: '',
    report_data: '<p>Signed at the other desk.</p>',
    conclusion: '<p>Normal.</p>',
    recommendation: '',
    status: 'Signed',
    is_main: 1,
  }
  const answer = await page.request.post(`${url}${BASES.php.prefix}${reportCalls.saveReport.path}`, {
    data: report,
    headers: { token },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}
