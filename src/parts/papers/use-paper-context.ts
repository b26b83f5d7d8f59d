import { useEffect, useState } from 'react'
import { visitCalls } from '#contract/calls/visits.ts'
import { fileIdOfLink } from '#domain/file/file-of-link.ts'
import { DEFAULT_MONEY_FORMAT, type MoneyFormat } from '#domain/money/currency.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useDeviceName } from '#src/sync/device-facts/use-device-facts.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { findFile } from '#src/sync/files/find-file.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { usePreference } from '#src/sync/preferences/use-preference.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { DESK_SHEETS, type DeskSheet } from '#src/workers/pdf-client.ts'
import type { BranchContext, Company } from './paper-context.ts'
import { useReportCode } from './use-report-code.ts'

const isSheet = (found: unknown): found is DeskSheet => DESK_SHEETS.some((sheet) => sheet === found)
const isFlag = (found: unknown): found is boolean => typeof found === 'boolean'

export interface PaperChoice {
  context: BranchContext
  /** Where to load the company's logo from. */
  logoLink: string
  /** The paper waits for its QR code. */
  isAsking: boolean
  chooseSheet: (sheet: DeskSheet) => void
  chooseLetterhead: (withLetterhead: boolean) => void
}

/**
 * Returns the context of a branch's papers, from this device even when offline, with this person's choices.
 * `codeOf` is the visit whose QR code the paper shows.
 */
export function usePaperContext(branchId: string, isRollOffered: boolean, codeOf?: string): PaperChoice {
  const company = useCompany()
  const branch = useBranches().find(({ id }) => id === branchId)
  const deviceName = useDeviceName()
  const money = useMoneyFormat()
  // One moment per paper, so that the ticking clock does not recreate it.
  const [now] = useState(() => new Date())
  const [sheet, chooseSheet] = usePreference('receipt_paper', isSheet, company?.receipt_paper ?? 'A4')
  const [withLetterhead, chooseLetterhead] = usePreference('paper_letterhead', isFlag, true)
  const logoLink = company?.img_url ?? ''
  const code = useReportCode(codeOf, company?.prints_report_code === 1)
  const context: BranchContext = {
    company,
    logoId: fileIdOfLink(logoLink) || undefined,
    branch,
    zone: branch?.time_zone ?? branchZone(),
    money,
    sheet: isRollOffered ? sheet : 'A4',
    withLetterhead,
    deviceName,
    reportCodeUrl: code.url,
    now,
  }
  return { context, logoLink, isAsking: code.isAsking, chooseSheet, chooseLetterhead }
}

/** Returns the session's money format. */
export function useMoneyFormat(): MoneyFormat {
  const session = useSession()
  if (!session) return DEFAULT_MONEY_FORMAT
  return { locale: session.locale, currency: session.currency, decimals: session.no_of_decimal }
}

/** Returns the company as named on its papers: from the server, or as last known on this device. */
export function useCompany(): Company | undefined {
  const { online } = useLink()
  const { answer } = useKeptCall(
    visitCalls.companyDetail,
    {},
    { isWanted: true, news: String(online), keptAs: 'company', isKeptWhenClosed: true },
  )
  return answer?.result
}

/**
 * Preloads everything that a branch's papers need, so that the first one can be printed offline. For screens that lead
 * to papers.
 */
export function usePapersAhead(branchId: string): void {
  const { online } = useLink()
  const company = useCompany()
  const branch = useBranches().find(({ id }) => id === branchId)
  const [header, footer] = [branch?.header_file_id, branch?.footer_file_id]
  const logo = company?.img_url ?? ''
  useEffect(() => {
    if (!online) return
    const links = [header, footer, fileIdOfLink(logo)].filter((id) => typeof id === 'string' && id !== '')
    // A picture that is unavailable now is requested again when printing.
    for (const id of links)
      findFile(id as string, id === fileIdOfLink(logo) ? logo : undefined).catch(() => undefined)
  }, [online, header, footer, logo])
}
