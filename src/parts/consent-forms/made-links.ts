import { toDataURL } from 'qrcode'
import { useState } from 'react'
import { consentCalls } from '#contract/calls/consents.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { absoluteLink } from '../messages/absolute-link.ts'

/** A link that was made on this page: its secret lives here and nowhere else. */
export interface MadeLink {
  url: string
  qr: string
  expires: string
  /** Of the patient's own number; empty where none is known. */
  phone_code: string
}

const QR_PIXELS = 320

/** Makes a link of a form at a visit, with its code. Throws as callApi. */
export async function makeLink(visitId: string, formId: string): Promise<MadeLink> {
  const { result } = await callApi(consentCalls.makeLink, { appt_id: visitId, consent_form_id: formId })
  const url = absoluteLink(result.url)
  const qr = result.qr_code_img_url || (await toDataURL(url, { margin: 2, width: QR_PIXELS }))
  return { url, qr, expires: result.expires, phone_code: result.phone_code }
}

/** The links that were made while the dialog is open, by form: a tab that is left and opened again still shows its own. */
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
