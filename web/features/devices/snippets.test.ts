import { expect, test } from 'vitest'
import { mosquitto, sparkplugClient } from './snippets.ts'

const access = { mqttUrl: 'mqtt://farm.example:1884', username: 'GW-1', password: `it's "so"`, group: 'farm' }

test('mosquitto gets host, port and a secret that the shell leaves alone', () => {
  const line = mosquitto(access)
  expect(line).toContain('--host farm.example --port 1884')
  expect(line).toContain(`--pw 'it'\\''s "so"'`)
  expect(line).toContain(`--topic 'spBv1.0/farm/NCMD/GW-1'`)
})

test('with TLS the port is the one of TLS and certificates are checked', () =>
  expect(mosquitto({ ...access, mqttUrl: 'mqtts://farm.example' })).toContain(
    '--port 8883 \\\n  --tls-use-os-certs',
  ))

test('the program holds the secret as JavaScript writes it', () =>
  expect(sparkplugClient(access, false)).toContain('password: "it\'s \\"so\\"",'))

test('a controller reports as itself, a gateway never: nobody would know a device of its code behind it', () => {
  expect(sparkplugClient(access, false)).toContain('const controller = "GW-1"')
  const program = sparkplugClient(access, true)
  expect(program).toContain('const controller = "CODE-OF-ITS-CONTROLLER"')
  expect(program).toContain('publishDeviceBirth(controller, report())')
})
