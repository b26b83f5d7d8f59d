import { expect, test } from 'vitest'
import { webSettingsOf } from '#server/integrations/pacs/open-image-server.ts'
import { BY_PASSWORD } from '#tests/helpers/archive/pacs-sign-in.ts'
import { LOOPBACK_WAY_OUT } from '#tests/helpers/network/way-out.ts'

const pacs = {
  type: 'Basic',
  use_tls: false,
  db_port: 8042,
  db_name: '/dicom-web/',
  ...BY_PASSWORD,
  db_user: '',
  db_password: '',
}

test.each([
  ['pacs.example', 'http://pacs.example:8042/dicom-web'],
  ['10.0.0.5', 'http://10.0.0.5:8042/dicom-web'],
  ['fd12::5', 'http://[fd12::5]:8042/dicom-web'],
  ['::ffff:10.0.0.5', 'http://[::ffff:10.0.0.5]:8042/dicom-web'],
  ['[fd12::5]', 'http://[fd12::5]:8042/dicom-web'],
])('the DICOMweb root of %s is %s', (db_host, url) => {
  expect(webSettingsOf({ ...pacs, db_host }, LOOPBACK_WAY_OUT).url).toBe(url)
})
