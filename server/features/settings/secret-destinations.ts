import { CLOUD_API_URL } from '#server/integrations/whatsapp/cloud-api.ts'
import {
  ADDRESS_WORD,
  addressIn,
  type Columns,
  type Destination,
  type GoesTo,
  userIn,
  webOrigin,
} from '#server/kernel/keys/moved-secrets.ts'
import type { SECRET_COLUMNS } from './seal-plain-secrets.ts'

export type SettingsSecret = (typeof SECRET_COLUMNS)['client_setting']['columns'][number]

const MAIL_SERVER: Destination = {
  of: ({ smtp_host, smtp_port, smtp_is_ssl }) =>
    typeof smtp_host !== 'string' || smtp_host === ''
      ? ''
      : `${smtp_host.toLowerCase()} ${Number(smtp_port)} ${smtp_is_ssl === true}`,
  word: ADDRESS_WORD,
}

const WHATSAPP: Destination = { of: whatsappOrigin, word: ADDRESS_WORD }

/** The destination of each stored secret of a client's settings; two of them only check incoming requests. */
export const SETTINGS_GO_TO: GoesTo<SettingsSecret> = {
  thirdparty_report_pwd: [addressIn('thirdparty_report_url'), userIn('thirdparty_report_usr')],
  report_xml_send_api_token: [addressIn('report_xml_send_api_url')],
  smtp_password: [MAIL_SERVER, userIn('smtp_user_name')],
  sms_password: [addressIn('sms_url'), userIn('sms_user')],
  whatsapp_token: [WHATSAPP],
  whatsapp_app_secret: [],
  whatsapp_verify_token: [],
}

/** Returns the form's field name of a column. */
export const fieldOf = (column: string): string => (column === 'smtp_password' ? 'password' : column)

// WhatsApp's own service has a built-in address as the default.
function whatsappOrigin({ whatsapp_kind: kind, whatsapp_url: url }: Columns): string {
  return webOrigin(kind === 'Cloud_API' && url === '' ? CLOUD_API_URL : url)
}
