package main

import "github.com/spf13/cobra"

// commands lists the subcommands. Each has a file of its own.
func commands(o *options) []*cobra.Command {
	return []*cobra.Command{
		newDemo(),
		newPractise(o),
		newSetup(o),
		newServe(o),
		newNew(o),
		newLobby(o),
		newRule(o),
		newImport(o),
		newBackup(o),
		newRestore(o),
		newRepair(o),
		newForget(o),
		newDoctor(o),
		newAudit(o),
		newWhy(o),
		newWhatIf(o),
		newMap(o),
		newChronicle(o),
		newExport(o),
		newVerify(o),
		newHead(o),
		newCheck(o),
		newRead(o),
		newPlay(),
		newTrial(),
		newCase(),
		newScenario(),
		newRuleset(),
		newCard(),
		newVersion(),
	}
}
