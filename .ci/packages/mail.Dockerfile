# The mail server of compose.yaml: Debian's packages, and docs/mailserver/setup, which configures them at each start.
FROM debian:bookworm-slim
RUN apt-get update && echo 'postfix postfix/main_mailer_type select No configuration' | debconf-set-selections && \
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
        postfix dovecot-core dovecot-imapd dovecot-lmtpd opendkim opendkim-tools openssl ca-certificates && \
    rm -rf /var/lib/apt/lists/*
COPY docs/mailserver/setup /usr/local/bin/mail-server
# What Postfix logs is what the container says, and it ends when Postfix does.
ENTRYPOINT ["/bin/sh", "-c", "postconf -e maillog_file=/dev/stdout; mail-server -n \"$@\" && postfix stop && exec postfix start-fg", "--"]
EXPOSE 25 587 993
