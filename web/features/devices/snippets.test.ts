import { expect, test } from 'vitest'
import { mosquitto, sparkplugClient } from './snippets.ts'

const access = { mqttUrl: 'mqtt://farm.example:1884', username: 'GW-1', password: `it's "so"`, group: 'farm' }

test('mosquitto gets host, port and a secret quoted for the shell', () => {
  const line = mosquitto(access)
  expect(line).toContain('--host farm.example --port 1884')
  expect(line).toContain(`--pw 'it'\\''s "so"'`)
  expect(line).toContain(`--topic 'spBv1.0/farm/NCMD/GW-1'`)
})

test('with TLS the port is that of TLS and certificates are checked', () =>
  expect(mosquitto({ ...access, mqttUrl: 'mqtts://farm.example' })).toContain(
    '--port 8883 \\\n  --tls-use-os-certs',
  ))

test('the program holds the secret as a JavaScript string', () =>
  expect(sparkplugClient(access, false)).toContain('password: "it\'s \\"so\\"",'))

test('a controller reports as itself, a gateway never: no device behind it has its code', () => {
  expect(sparkplugClient(access, false)).toContain('const controller = "GW-1"')
  const program = sparkplugClient(access, true)
  expect(program).toContain('const controller = "CODE-OF-ITS-CONTROLLER"')
  expect(program).toContain('publishDeviceBirth(controller, report())')
})
