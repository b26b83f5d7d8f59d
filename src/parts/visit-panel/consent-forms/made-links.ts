import { toDataURL } from 'qrcode'
import { useState } from 'react'
import { consentCalls } from '#contract/calls/consents.ts'
import type { Language } from '#domain/language/languages.ts'
import { absoluteLink } from '#src/parts/messages/absolute-link.ts'
import { callApi } from '#src/sync/api/call-api.ts'

/** A link created on this page: its secret exists only here. */
export interface MadeLink {
  url: string
  qr: string
  expires: string
  /** The country code of the patient's own number; empty if unknown. */
  phone_code: string
  /** The language that the patient is addressed in. */
  language: Language
}

const QR_PIXELS = 320

/** Creates a link to a form at a visit, with its code. Throws like callApi. */
export async function makeLink(visitId: string, formId: string): Promise<MadeLink> {
  const { result } = await callApi(consentCalls.makeLink, { appt_id: visitId, consent_form_id: formId })
  const url = absoluteLink(result.url)
  const qr = result.qr_code_img_url || (await toDataURL(url, { margin: 2, width: QR_PIXELS }))
  const { expires, phone_code, language = 'en' } = result
  return { url, qr, expires, phone_code, language }
}

/** Returns the links created while the dialog is open, by form: a tab that is reopened still shows its own. */
export function useMadeLinks() {
  const [links, setLinks] = useState<ReadonlyMap<string, MadeLink>>(new Map())
  const keep = (formId: string, link: MadeLink | undefined) =>
    setLinks((before) => {
      const after = new Map(before)
      if (link) after.set(formId, link)
      else after.delete(formId)
      return after
    })
  return { links, keep }
}
